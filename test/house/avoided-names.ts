type AvoidedName = { word: RegExp; write: string; except?: readonly string[] };

/**
 * Words that names in the code avoid: those of the glossary in .github/STYLE.md, and those that only the team
 * would know. Words that have a right meaning too are left out, because a pattern cannot judge: `account`,
 * `call`, `connection`, `consent`, `endpoint`, `job`, `limit`, `line`, `lock`, `mail`, `message`, `module`,
 * `page`, `person`, `platform`, `quota`, `replay`, `resend`, `try` and `worker`. So are `payment` and
 * `webhook`, which are part of the API, and `scan`, a command of DynamoDB.
 */
export const avoidedNames: readonly AvoidedName[] = [
  { word: /^\.\.\.\{\}$/, write: "the fields themselves" },
  { word: /^const (?:one|given|asked|own|made|wanted|all)$/, write: "the noun of what it holds" },
  {
    word: /(?:^|_)MOST(?:_|$)|^most[A-Z]|[a-z]Most(?:[A-Z]|$)/,
    write: "max",
    except: ["atMost", "const atMost"],
  },
  { word: /(?:^|_)LEAST(?:_|$)|^least[A-Z]|[a-z]Least(?:[A-Z]|$)/, write: "min" },
  { word: /refusals?(?![a-z])/i, write: "problem, fault or condition failure" },
  { word: /rehears/i, write: "sandbox" },
  { word: /customer/i, write: "account", except: ["customerKey", "CUSTOMER_MANAGED"] },
  { word: /repeatKey|repeat_key/i, write: "idempotencyKey" },
  { word: /tryAgain|Tries(?![a-z])|(?:^|_)TRIES(?:_|$)/, write: "attempts or retry" },
  { word: /nobody/i, write: "the actor" },
  { word: /patience/i, write: "timeout or deadline" },
  { word: /^memoryOf$|[Oo]pener(?:Of)?$/, write: "what is stored; the key that seals it" },
  { word: /tolerantly|^agreed$|[a-z]Meant$|^chanceNow$/, write: "what it does" },
  { word: /Story$|^Known$/, write: "Steps; what it is" },
];
