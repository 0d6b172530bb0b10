/** What a member reads who approves proposed payouts. The receipt has its hash. */
export const approvalWords = {
  title: "Approve these payouts?",
  what: "Your passkey signs the drivers, the amounts and the reason of all payouts above, and nothing else.",
  after: "Once enough members have approved, we pay them as one batch. A payout can still fail at the bank.",
  button: "Approve with a passkey",
};
