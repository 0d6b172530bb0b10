/** Words between two asterisks are strong. */
export const enConsent = {
  title: (platform: string) => `Share your ${platform} earnings?`,
  ask: (company: string, platform: string) => `Your **${platform}** earnings would go to **${company}**:`,
  someApp: (host: string) => `the app at ${host}`,
  items: ["your daily pay and tips", "your daily miles and number of jobs"],
  nothingElse: "Nothing else is shared: no password, no bank account, no customer details.",
  terms: {
    period: "What period",
    periodIs: "The past 90 days, and every day from now on",
    until: "For how long",
    untilIs: "Until you stop it",
    stop: "How to stop",
    stopIs: (company: string) =>
      `Save this page's link. Open it at any time and choose “Stop sharing”. Or ask ${company}.`,
  },
  sandbox: (platform: string) =>
    `This is a sandbox. The earnings are made up, and we don't contact ${platform}.`,
  back: (host: string) => `Either way, you'll return to **${host}**.`,
  allow: "Allow access",
  refuse: "Don't allow",
  returnTo: (host: string) => `Return to ${host}`,
  sharing: {
    title: "You've already responded",
    body: (company: string, platform: string) =>
      `You allowed **${company}** to see your **${platform}** earnings.`,
    how: "You can stop sharing here at any time. Save this page's link to come back later.",
    button: "Stop sharing",
  },
  refused: {
    title: "You've already responded",
    body: "You didn't allow access. This link works only once.",
  },
  replaced: {
    title: "You allowed access again",
    body: (company: string, platform: string) =>
      `A newer link shares your **${platform}** earnings with **${company}**. This link no longer controls that.`,
    how: (company: string) => `To stop, open the newer link and choose “Stop sharing”. Or ask ${company}.`,
  },
  stopped: {
    title: "You stopped sharing",
    ended: "Sharing has stopped",
    body: (company: string, platform: string) =>
      `We no longer send new **${platform}** earnings to **${company}**.`,
    kept: (company: string) =>
      `Earnings that were already shared may stay with ${company}. You can ask to have them deleted.`,
    steps: [
      "You don't need to do anything else. You can close this page.",
      "To share again, start from the app.",
    ],
  },
};
export type ConsentWords = typeof enConsent;
