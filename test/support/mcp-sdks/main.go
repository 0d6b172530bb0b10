package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type agent struct {
	Name   string  `json:"name"`
	Client *string `json:"client"`
}

type signup struct {
	Email     string   `json:"email"`
	Sandbox   bool     `json:"sandbox"`
	Name      *string  `json:"name"`
	Platforms []string `json:"platforms"`
	PartnerID string   `json:"partner_id"`
	Agent     agent    `json:"agent"`
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session := must(client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: os.Args[1]}, nil))
	call := func(name string, args any) any {
		result := must(session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args}))
		if result.IsError {
			panic(string(must(json.Marshal(result.Content))))
		}
		return result.StructuredContent
	}
	tools := must(session.ListTools(ctx, nil)).Tools
	var nothing map[string]any
	product := call("get_product_info", nothing)
	started := call("start_signup", signup{Email: "ana@example.com", Sandbox: true, Agent: agent{Name: "test"}})
	id := started.(map[string]any)["signup_id"]
	status := call("get_signup_status", map[string]any{"signup_id": id})
	fmt.Println(string(must(json.Marshal(map[string]any{
		"tools": len(tools), "results": []any{product, started, status},
	}))))
	session.Close()
}
