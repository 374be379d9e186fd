"use strict";
/* The deals of the game, made again in a browser as RULES.md tells (bot/core/record_page/check.js). */
const HILLS = "1/6 1/7 1/8 2/5 2/7 2/8 3/5 3/6 3/8 4/5 4/6 4/7".split(" ");

const makeDeals = (dealer) => ({
  deal(setup) {
    const dealt = setup ? { first: dealer.seat() } : {};
    const cards = dealer.shuffle(Array.from({ length: 50 }, (_, i) => i + 1));
    return { ...dealt, hands: dealer.hands(cards, 8), hills: dealer.shuffle(HILLS) };
  },
});
