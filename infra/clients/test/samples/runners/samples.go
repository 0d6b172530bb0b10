// Runs samples in turn and prints what each one printed. With a name: runs that sample alone.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
)

func printed(sample func()) (text string) {
	usual := os.Stdout
	reader, writer, err := os.Pipe()
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout = writer
	lines := make(chan string)
	go func() {
		all, _ := io.ReadAll(reader)
		lines <- string(all)
	}()
	defer func() {
		failure := recover()
		os.Stdout = usual
		writer.Close()
		text = strings.TrimSpace(<-lines)
		if failure != nil {
			text += fmt.Sprint("failed: ", failure)
		}
	}()
	sample()
	return
}

func main() {
	if len(os.Args) > 1 {
		samples[os.Args[1]]()
		return
	}
	all := map[string]string{}
	for name, sample := range samples {
		if name != "follow" && name != "signup" && name != "webhooks" {
			all[name] = printed(sample)
		}
	}
	text, _ := json.Marshal(all)
	fmt.Print(string(text))
}
