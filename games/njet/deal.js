"use strict";
/* The deals of the game, made again in a browser as RULES.md tells (bot/core/record_page/check.js). */
const makeDeals = (dealer) => ({
  deal(setup) {
    const values = dealer.players === 3 ? "113456789" : "1123456789";
    const dealt = setup ? { dealer: dealer.seat() } : {};
    const cards = dealer.shuffle([..."bgkr"].flatMap((colour) => [...values].map((value) => colour + value)));
    return { ...dealt, hands: dealer.hands(cards, cards.length / dealer.players) };
  },
});
