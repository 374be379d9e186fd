#include "bot/players/steps.h"

enum { STEPS_BETWEEN_LOOKS = 256 };

uint32_t steps_count(uint32_t left, const struct player_question *question)
{
    left--;
    if (left % STEPS_BETWEEN_LOOKS == 0 && question != NULL && question->expired != NULL &&
        question->expired(question->context))
        return 0;
    return left;
}
