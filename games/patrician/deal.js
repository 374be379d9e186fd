"use strict";
/* The deals of the game, made again in a browser as RULES.md tells (bot/core/record_page/check.js). */
const CITIES = { // in the order in which their open cards are turned up
  roma: "2 2 l* h* move free ll", firenze: "2 2 h* b* move free hh", milano: "2 2 2 2 h*",
  bologna: "b* l* move free bb l h", siena: "2 2 b* move ll", lucca: "2 2 l* free hh", parma: "2 h* move bb",
  verona: "2 l* free b", ferrara: "2 b* move free", pistoia: "l* h* b* move move free free",
};

const makeDeals = (dealer) => ({
  deal() {
    const cities = Object.keys(CITIES).slice(0, dealer.players === 5 ? 10 : 9);
    const all = cities.flatMap((city) => CITIES[city].split(" ").map((what) => `${city}:${what}`)).sort();
    const first = dealer.seat();
    const starred = dealer.shuffle(all.filter((card) => card.endsWith("*")));
    const hands = dealer.hands(starred, 3);
    const cards = dealer.shuffle([...starred, ...all.filter((card) => !card.endsWith("*"))]);
    const open = Object.fromEntries(cities.map((city) => [city, cards.shift()]));
    return { first, hands, open, deck: cards };
  },
});
