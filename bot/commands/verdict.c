#include "bot/commands/verdict.h"

#include <math.h>

int verdict_percent(double share)
{
    int percent = (int)lround(share * 100);
    if (percent == 0 && share > 0)
        return 1;
    return percent == 100 && share < 1 ? 99 : percent;
}

void verdict_say_reason(const struct coach_verdict *verdict, const struct coach_line *than,
                        const struct words *words, struct text *out)
{
    static const char *const keys[COACH_REASONS] = {
        [COACH_ONLY_MOVE] = "coach.only-move",     [COACH_ALL_WON] = "coach.all-won",
        [COACH_ALL_LOST] = "coach.all-lost",       [COACH_EQUAL] = "coach.equal",
        [COACH_MORE_POINTS] = "coach.more-points", [COACH_FEWER_POINTS] = "coach.fewer-points",
        [COACH_MORE_WINS] = "coach.more-wins",
    };
    unsigned points;
    enum coach_reason reason = coach_explain(verdict, than, &points);
    words_say(words, out, keys[reason], SAY_NUMBER(points));
}

void verdict_chart(const double *shares, size_t count, enum alphabet alphabet, struct text *out)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    enum { BLOCKS = sizeof blocks / sizeof blocks[0], DIGITS = 10 };
    for (size_t i = 0; i < count; i++) {
        unsigned steps = alphabet == ALPHABET_ASCII ? DIGITS : BLOCKS;
        unsigned height = (unsigned)(shares[i] * steps);
        height = height < steps ? height : steps - 1;
        if (alphabet == ALPHABET_ASCII)
            text_add_number(out, height);
        else
            text_add(out, blocks[height]);
    }
}
