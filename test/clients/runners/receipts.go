// Prints what the library says of each receipt, and golang-jwt: a line of base64 fields each.
package main

import (
	"bufio"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	portableroth "example.com/portable-roth"
	"github.com/golang-jwt/jwt/v5"
)

func foreign(receipt string, keys portableroth.ReceiptKeys) string {
	parser := jwt.NewParser(jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithStrictDecoding())
	_, err := parser.Parse(receipt, func(token *jwt.Token) (any, error) {
		for _, key := range keys.Keys {
			if key.KID == token.Header["kid"] {
				bytes, err := base64.RawURLEncoding.DecodeString(key.X)
				return ed25519.PublicKey(bytes), err
			}
		}
		return nil, fmt.Errorf("no key")
	})
	if err != nil {
		return "no"
	}
	return "yes"
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var fields []string
		for _, part := range strings.Split(lines.Text(), ",") {
			bytes, _ := base64.StdEncoding.DecodeString(part)
			fields = append(fields, string(bytes))
		}
		var keys portableroth.ReceiptKeys
		if err := json.Unmarshal([]byte(fields[1]), &keys); err != nil {
			panic(err)
		}
		var options []portableroth.ReceiptOption
		if fields[2] != "" {
			options = append(options, portableroth.ReceiptOf(fields[2]))
		}
		if fields[3] != "" {
			options = append(options, portableroth.ReceiptText(fields[3]))
		}
		said := ""
		if claims, err := portableroth.VerifyReceipt(fields[0], keys, options...); err != nil {
			said = err.Error()
		} else {
			said = "ok " + claims.ID
		}
		fmt.Printf("%s\t%s\n", foreign(fields[0], keys), said)
	}
}
