"use strict";
/* The deals of the game, made again in a browser as RULES.md tells (bot/core/record_page/check.js). */
const makeDeals = (dealer) => ({
  deal() {
    const first = dealer.seat();
    const copies = dealer.players === 2 ? 6 : 12;
    const deck = dealer.shuffle([..."ABCDE"].flatMap((tower) => Array(copies).fill(tower)));
    const hands = dealer.hands(deck, 3);
    deck.splice(deck.length - 10 + dealer.below(11), 0, "Finito");
    let middle = Math.floor((deck.length - 1) / 2);
    if (dealer.options.middle === "about")
      middle += dealer.below(5) - 2;
    deck.splice(middle, 0, "Intermezzo");
    return { first, hands, deck };
  },
});
