signup, err := api.Signups.Start(context.Background(), client.StartSignupParams{
	Email:   "ana@example.com",
	Sandbox: client.Ptr(true),
})
if err != nil {
	log.Fatal(err)
}
opened, err := api.Signups.WaitForStatus(context.Background(), signup.SignupID, []client.SignupResponseStatus{client.SignupResponseStatusAccountOpened})
if err != nil {
	log.Fatal(err)
}
fmt.Println(signup.SignupID, opened.Status)
