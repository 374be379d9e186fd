"use strict";
/* The reader's own review: a chart of the shares of wins, decision by decision, that goes along with the steps. */

const CHART = { width: 360, height: 196, left: 44, right: 6, top: 10, bottom: 42 };

/* In whole hundredths; neither 0 nor 100 is said of anything in between. */
function percentOf(share) {
  const percent = Math.round(share * 100);
  if (percent === 0 && share > 0)
    return 1;
  return percent === 100 && share < 1 ? 99 : percent;
}

/* `go` moves to a step, `fill` puts words into a message. Without a review nothing is shown. */
class ReviewChart {
  constructor(review, names, go, fill) {
    this.review = review;
    this.fill = fill;
    if (!review)
      return;
    const name = names[review.seat];
    for (const id of ["review-title", "review-why"])
      this.part(id).textContent = fill(this.part(id).textContent, [name]);
    this.part("review").hidden = false;
    this.percent = (share) => fill(this.part("chart").dataset.percent, [percentOf(share)]);
    this.drawAxis();
    this.drawBars();
    this.listCostly(go);
  }
  part(id) {
    return document.getElementById(id);
  }

  /* -- The drawing -- */

  add(name, attributes, text = "") {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes))
      element.setAttribute(key, value);
    element.textContent = text;
    this.part("chart").append(element);
    return element;
  }
  y(share) {
    return CHART.top + (1 - share) * (CHART.height - CHART.top - CHART.bottom);
  }
  /* The left edge of the bar of the decision with that index, and behind them all the result's. */
  x(index) {
    return CHART.left + index * this.distance() + (index === this.review.looks.length ? 6 : 0);
  }
  distance() {
    const extra = this.review.won === null ? 0 : 1;
    return Math.min(24, (CHART.width - CHART.left - CHART.right - 6) / (this.review.looks.length + extra));
  }
  bar(index, from, to, kind) {
    const width = this.distance();
    return this.add("rect", { x: this.x(index), y: this.y(to), width: width > 4 ? width - 1 : width,
      height: Math.max(0, this.y(from) - this.y(to)), class: kind });
  }
  drawAxis() {
    this.add("title", {}, this.part("review-title").textContent);
    for (const share of [0, 0.5, 1]) {
      this.add("line", { x1: CHART.left - 4, x2: CHART.width, y1: this.y(share), y2: this.y(share), class: "grid" });
      this.add("text", { x: CHART.left - 8, y: this.y(share) + 4, "text-anchor": "end" }, this.percent(share));
    }
  }
  drawBars() {
    const { looks, won } = this.review;
    const ends = [0, 0];
    this.now = this.add("rect", { y: CHART.top, height: this.y(0) - CHART.top, class: "now", visibility: "hidden" });
    looks.forEach(([n, best, made, better], i) => {
      this.bar(i, 0, better ? made : best, "bar");
      if (!better)
        return;
      this.bar(i, made, best, "tip");
      this.mark(this.x(i) + this.distance() / 2, n, ends);
    });
    if (won !== null)
      this.bar(looks.length, 0, won, "won");
  }
  /* A line's number, in the first row that has room for it. */
  mark(x, n, ends) {
    const half = String(n).length * 4 + 2;
    const middle = Math.min(x, CHART.width - half), row = middle - half < ends[0] ? 1 : 0;
    ends[row] = middle + half;
    this.add("text", { x, y: this.y(0) + 12, "text-anchor": "middle", class: "mark" }, "▲");
    this.add("text", { x: middle, y: this.y(0) + 25 + 13 * row, "text-anchor": "middle" }, n);
  }

  /* -- In words -- */

  listCostly(go) {
    const words = this.part("costly").dataset;
    for (const [n, best, made, better] of this.review.looks.filter((look) => look[3])) {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = this.fill(words.better, [n, percentOf(best), percentOf(made), better]);
      button.addEventListener("click", () => go(n - 1));
      item.append(button);
      this.part("costly").append(item);
    }
    const { looks, won } = this.review;
    const numbers = looks.map(([n, best]) => `${n}: ${this.percent(best)}`);
    if (won !== null)
      numbers.push(this.fill(words.won, [percentOf(won)]));
    this.part("chart").setAttribute("aria-label", `${this.part("review-title").textContent}. ${numbers.join(", ")}`);
    this.part("won").textContent = won === null ? "" : this.fill(words.won, [percentOf(won)]);
  }

  /* The decision that was made last in this step. */
  show(step) {
    if (!this.review)
      return;
    const index = this.review.looks.findLastIndex(([n]) => n <= step);
    this.now.setAttribute("visibility", index < 0 ? "hidden" : "visible");
    this.part("share").textContent = "";
    if (index < 0)
      return;
    const [n, best, made] = this.review.looks[index];
    this.now.setAttribute("x", this.x(index) - 1);
    this.now.setAttribute("width", this.distance() + 1);
    this.part("share").textContent =
      this.fill(this.part("costly").dataset.at, [n, percentOf(best), percentOf(made)]);
  }
}
