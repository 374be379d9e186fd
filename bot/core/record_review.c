#include "bot/core/record_review.h"

#include <stdlib.h>

void record_review_free(struct record_review *review)
{
    free(review->looks);
    *review = (struct record_review){.count = 0};
}
