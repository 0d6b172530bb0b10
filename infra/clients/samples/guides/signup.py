signup = client.signups.start(email="ana@example.com", sandbox=True)
opened = client.signups.wait_for_status(signup.signup_id, "account_opened")
print(signup.signup_id, opened.status)
