// Starts a sandbox signup and waits until its account is open.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"
	"time"

	client "{{goModule}}"
)

func main() {
	ctx := context.Background()
	url := cmp.Or(os.Getenv("{{environment}}_URL"), "http://localhost:3000")
	api, err := client.NewAgentClient(url, client.WithWait(500*time.Millisecond, 5*time.Minute))
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
	status, err := api.Signups.WaitForStatus(ctx, signup.SignupID, []client.SignupResponseStatus{client.SignupResponseStatusAccountOpened})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(signup.SignupID, status.Status)
}
