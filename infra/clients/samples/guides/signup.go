package main

import (
	"context"
	"fmt"
	"log"

	client "{{goModule}}"
)

func main() {
	ctx := context.Background()
	api, err := client.NewAgentClient("{{url}}")
	if err != nil {
		log.Fatal(err)
	}
	signup, err := api.Signups.Start(ctx, client.StartSignupParams{
		Email:   "ana@example.com",
		Sandbox: client.Ptr(true),
	})
	if err != nil {
		log.Fatal(err)
	}
	opened, err := api.Signups.WaitForStatus(ctx, signup.SignupID, []client.SignupResponseStatus{client.SignupResponseStatusAccountOpened})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(signup.SignupID, opened.Status)
}
