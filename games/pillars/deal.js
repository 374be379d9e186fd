"use strict";
/* The deals of the game, made again in a browser as RULES.md tells (bot/core/record_page/check.js). */
const NEUTRAL = { // with their values; other cards without an owner have 5
  king: 11, aliena: 9, philip: 7, waleran: 7, tom: 5, william: 5, ellen: 3, regan: 3, alfred: 1, sand: 0, stone: 0, wood: 0,
};
const valueOf = (card) => (card.includes(":") ? Number(card.split(":")[1]) : NEUTRAL[card] ?? 5);

const makeDeals = (dealer) => ({
  /* The advantage card goes back under the pile when nobody gets it. */
  takeAdvantage(setup) {
    if (!setup && this.aside.includes(this.advantage) && this.winners.size !== dealer.players - 1)
      this.pile.push(this.advantage);
    this.advantage = this.pile.shift();
  },
  deal(setup) {
    if (setup)
      this.pile = dealer.shuffle(["painter", "potter", "founder", "brickmaker", "assistant"]);
    const dealt = setup ? { advantages: [...this.pile] } : {};
    this.takeAdvantage(setup);
    const own = Array.from({ length: dealer.players }, (_, i) => [2, 4, 6, 8, 10].map((value) => `${i + 1}:${value}`));
    const neutral = Object.keys(NEUTRAL).filter((card) => card !== "ellen" || dealer.players === 4);
    const cards = dealer.shuffle([...own.flat(), ...neutral, "sand", "stone", "wood", this.advantage].sort());
    [this.trick, this.aside, this.winners] = [[], [], new Set()];
    return { ...dealt, hands: dealer.hands(cards, Math.floor(cards.length / dealer.players)) };
  },
  /* Follows the tricks. */
  move(seat, text) {
    if (!text.startsWith("play "))
      return;
    this.trick.push([seat, text.slice("play ".length)]);
    if (this.trick.length < dealer.players)
      return;
    const highest = Math.max(...this.trick.map(([, card]) => valueOf(card)));
    const [player, card] = this.trick.filter(([, played]) => valueOf(played) === highest).pop();
    if (card === "king")
      this.aside = this.trick.map(([, played]) => played);
    else
      this.winners.add(card.includes(":") ? Number(card.split(":")[0]) : player);
    this.trick = [];
  },
});
