/** Messages after a change, by the word in the address. */
export const accountNotices: Record<string, string> = {
  requested: "We have your request. We email your admins when it is decided.",
  withdrawn: "Your request is withdrawn. You can ask again at any time.",
  saved: "The profile is saved. New tax forms show it.",
  withholding: "The terms are accepted. You can invite drivers to save with a live key.",
  website: "The website is saved. Once our team has reviewed it, its pages may start live signups.",
  "contact-asked":
    "We are emailing a link to the new address, and a notice to your account's admins. Open the link in this browser within 15 minutes.",
  contact: "The contact address is changed. The former one can't sign in any more.",
  "contact-kept":
    "The contact address is changed. The former contact is still a member. To end that, remove the member under Team.",
  ended: "The session is over.",
  invited:
    "The member is added. We email the invitation when it is its turn, and this page shows when it left.",
  role: "The role is changed. It holds from the next click on.",
  removed:
    "The member is removed, and signed out everywhere. A key that they copied still works: rotate it under Keys.",
};
