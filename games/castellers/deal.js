"use strict";
/* The deals of the game, made again in a browser as RULES.md tells (bot/core/record_page/check.js). */
const makeDeals = (dealer) => ({
  deal() {
    const pawns = [..."bgprw"].flatMap((colour) => [..."1234567"].flatMap((value) =>
      Array(value === "7" && colour !== "w" ? 1 : 2).fill(colour + value)));
    const bag = dealer.shuffle(pawns);
    const reserves = dealer.hands(bag, 2);
    const sums = reserves.map((reserve) => reserve.reduce((sum, pawn) => sum + Number(pawn[1]), 0));
    const lowest = sums.flatMap((sum, i) => (sum === Math.min(...sums) ? [i + 1] : []));
    return { first: lowest[dealer.below(lowest.length)], reserves, bag };
  },
});
