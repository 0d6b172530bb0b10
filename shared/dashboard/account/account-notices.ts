export const accountNotices: Record<string, string> = {
  requested: "We have your request. We email your admins when it is decided.",
  withdrawn: "Your request is withdrawn. You can ask again at any time.",
  saved: "Profile saved. New tax forms show it.",
  withholding: "You accepted the terms. You can now invite drivers to save with a live key.",
  website: "Website saved. Its pages may start live signups after our review.",
  "contact-asked":
    "We emailed a link to the new address. Open it in this browser within 15 minutes. Your admins get a notice.",
  contact: "Contact address changed. The former one can no longer sign in.",
  "contact-kept":
    "Contact address changed. The former contact is still a member. You can remove them under Team.",
  ended: "Session ended.",
  "passkey-added": "Passkey added. We emailed your admins.",
  "passkey-removed": "Passkey removed. We emailed your admins.",
  passkeys: "Passkeys removed. We emailed the member and your admins.",
  invited: "Member added. This page shows when their invitation has been sent.",
  approvals: "Saved. It applies to proposals that wait, too.",
  role: "Role changed. It applies at once.",
  removed: "Member removed and signed out everywhere. If they copied a key, rotate it under Keys.",
};
