// Reads sent.json with a generated client. Prints each body that the client refuses, then their number.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type sent struct {
	Operation, Schema string
	Body              json.RawMessage
}

func main() {
	text, fault := os.ReadFile("sent.json")
	if fault != nil {
		panic(fault)
	}
	var bodies []sent
	if fault := json.Unmarshal(text, &bodies); fault != nil {
		panic(fault)
	}
	for _, one := range bodies {
		if fault := json.Unmarshal(one.Body, models[one.Schema]()); fault != nil {
			fmt.Println(one.Operation, one.Schema, fault)
		}
	}
	fmt.Println("read", len(bodies))
}
