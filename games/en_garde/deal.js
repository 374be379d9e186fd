"use strict";
/* The deals of the game, made again in a browser as RULES.md tells (bot/core/record_page/check.js). */
const makeDeals = (dealer) => ({
  deal(setup) {
    const dealt = setup ? { first: dealer.seat() } : {};
    const cards = dealer.shuffle(Array.from({ length: 25 }, (_, i) => 1 + Math.floor(i / 5)));
    return { ...dealt, hands: dealer.hands(cards, 5), pile: cards };
  },
});
