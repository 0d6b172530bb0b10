const signup = await client.signups.start({
  email: "ana@example.com",
  sandbox: true,
});
const { status } = await client.signups.waitForStatus(signup.signup_id, "account_opened");
console.log(signup.signup_id, status);
