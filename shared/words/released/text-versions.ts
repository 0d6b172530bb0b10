/** The version of each text to which a person ever agreed. Printed by `npm run docs:texts`. */
export const textVersions: Readonly<Record<string, string>> = {
  "7b80293a9d4790d2598b6585073cba8f341defd649a08ad8bd8e6b1122e0f7cf": "join_waitlist-en/1",
  "c3f83c3c675e8463b9baca6f464d2d9d1a18a56e8d2ca245b7750b37035c32b4": "join_waitlist-es/1",
  "a59c4752e2f88d19aec525570f463b3bc1182425608cf300815330e9798d27eb": "join_waitlist_with_partner-en/1",
  "8a6d5514c4e4ebdba543560b3d561516b72226ed004da6d53df8b5cd1b521181": "join_waitlist_with_partner-es/1",
  "c2c1a67909166dbeacf1085d0d653b4f860213235179c73d89b18b4f7c659a88": "decline-en/1",
  "88eac859ca12fd6013e91464b079b2636e77cef399776b4ec4e6700cb3b7834e": "decline-es/1",
  "d9f0d55052744269fda510e4eb35f8c0fdb747ed9df1af137b7e960c40f9f791": "decline_opened-en/1",
  "6b5d83919dd628049a1bddabefcdf43254ff5be7303d467e7d0097bf1fcb46f6": "decline_opened-es/1",
  "01b3de7c1c8005de6a9bd95b037f39950152821daba6685096f50aa8c6825b2a": "allow_gig_connection-en/1",
  "e6a56f2e80a4f305959d44e4d88cce1fa6109c6660cd09f37907d853b6e6f765": "allow_gig_connection-es/1",
  "2443367fc85e90dcb8de0b3a21b1700677be0e9dadc8a14451719f1d664e60b6": "allow_gig_connection_sandbox-en/1",
  "16c6725c228901458ec4f38717458453e18ae15d9efbdf36e80d482fc1f62ce5": "allow_gig_connection_sandbox-es/1",
  "e9a22620e3d256ad2d4a66b9460b2c2e9f4abe5142c3d3eaf3b5394c55bf35ab": "withdraw_gig_connection-en/1",
  "ed3d20df1f97824b9fb08b80f356621f52a575308f5d8279564986af9720c80b": "withdraw_gig_connection-es/1",
};
