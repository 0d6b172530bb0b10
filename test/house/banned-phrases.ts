/** `shown`: in text that people see in replies, pages, email and guides, and not in comments and tests. */
export type BannedPhrase = { phrase: RegExp; write: string; only?: "shown" };

/** The language rules of .github/STYLE.md that a pattern can decide. A space matches a line break, too. */
export const bannedPhrases: readonly BannedPhrase[] = [
  { phrase: /\b(?:whoever|whomever)\b/i, write: "name the actor: the caller, the driver, the receiver" },
  { phrase: /\bwhatever\b/i, write: 'name the thing, or "any"' },
  { phrase: /\bnobody\b/i, write: 'name the actor: "no caller", "only the owner"' },
  { phrase: /(?<=^\s*|[.!?]\s+)Who\s[^.!?]*\./, write: "start with a noun: a relative clause is no subject" },
  {
    phrase: /\b25 cents\b|\b1[.,]5\s?%/,
    write: "the payout fee's own words, instantFeeInWords",
    only: "shown",
  },
  { phrase: /\btold\b/i, write: '"returned", "notified" or "distinguished"' },
  { phrase: /\btells\b/i, write: '"returns", "shows", "says" or "notifies"' },
  { phrase: /\b(?:is|are|was|were|be|been) answered\b/i, write: '"gets", "receives" or "returns"' },
  { phrase: /\bstands\b(?! (?:in )?for\b)/i, write: '"is" or "is stored"' },
  { phrase: /\b(?:goes|go|went) on\b(?! (?:and on|sale|the|an?)\b)/i, write: '"continues"' },
  { phrase: /\bcarr(?:y|ies|ied) on\b/i, write: '"relay", "reprocess" or "continue"' },
  { phrase: /\b(?:comes?|came) twice\b/i, write: '"a duplicate", "is delivered twice"' },
  { phrase: /\b(?:comes?|came) of (?:it|them)\b/i, write: '"the result", "the outcome"' },
  { phrase: /\bas may be\b/i, write: 'give the number: "the maximum of 10"' },
  { phrase: /\bof ours\b/i, write: '"our"' },
  { phrase: /\b(?:both|one|either|whichever|the other) doors?\b/i, write: '"over REST and MCP"' },
  { phrase: /\brehears/i, write: '"sandbox"' },
  { phrase: /\b(?:makes?|made) good\b/i, write: '"recovers"' },
  { phrase: /\bmend(?:s|ed|ing)?\b/i, write: '"fix"' },
  { phrase: /\bremembered\b/i, write: '"cached" or "stored"' },
  { phrase: /\balarms? (?:has )?(?:rings?|rung)\b|\brings? an? alarm\b/i, write: '"raises an alarm"' },
  { phrase: /\bturn(?:s|ed)? (?:an?|its|their|the) pages?\b/i, write: '"processes a result page"' },
  { phrase: /\b(?:is|are|was) at it\b/i, write: '"holds the lease"' },
  { phrase: /\bno certain order\b/i, write: '"no particular order"' },
  {
    phrase: /(?<![-\w./{$:#@])(?:mails?|mailed|mailing)\b(?![-\w/:@(}=?]|\.\w)/i,
    write: '"email"',
    only: "shown",
  },
];
