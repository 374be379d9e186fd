"use strict";
/* The deals of the game, made again in a browser as RULES.md tells (bot/core/record_page/check.js). */
const COPIES = { 2: [9, 13], 3: [11, 15], 4: [13, 17], 5: [14, 18] }; // of each tower; in each pile

const makeDeals = (dealer) => ({
  deal() {
    const [copies, pile] = COPIES[dealer.players];
    const first = dealer.seat();
    const cards = dealer.shuffle([..."ABCDE"].flatMap((tower) => Array(copies).fill(tower)));
    const hands = dealer.hands(cards, 3);
    const piles = [0, 1, 2].map(() => cards.splice(0, pile));
    return { first, hands, piles, removed: cards };
  },
});
