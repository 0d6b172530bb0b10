// Compares the Go client with the bare net/http: `bench URL CALLS`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"

	library "example.com/portable-roth"
)

func main() {
	ctx, url := context.Background(), os.Args[1]
	calls, _ := strconv.Atoi(os.Args[2])
	before := time.Now()
	platform, err := library.NewPlatformClient(url, "svc_test_none")
	if err != nil {
		panic(err)
	}
	viaClient := func() {
		if _, err := platform.Drivers.Get(ctx, "drv_1"); err != nil {
			panic(err)
		}
	}
	viaClient()
	first := time.Since(before)
	bare := func() {
		limited, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		request, _ := http.NewRequestWithContext(limited, "GET", url+"/v1/drivers/drv_1", nil)
		request.Header.Set("Accept", "application/json")
		request.Header.Set("Authorization", "Bearer svc_test_none")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			panic(err)
		}
		defer response.Body.Close()
		content, _ := io.ReadAll(response.Body)
		var driver library.Driver
		if err := json.Unmarshal(content, &driver); err != nil {
			panic(err)
		}
	}
	rounds := [][2]float64{}
	for range 7 {
		// Both are measured in the middle of a round, because a process becomes faster with time.
		client := cpuOf(calls, viaClient)
		plain := cpuOf(calls, bare) + cpuOf(calls, bare)
		client += cpuOf(calls, viaClient)
		rounds = append(rounds, [2]float64{client / 2, plain / 2})
	}
	result, _ := json.Marshal(map[string]any{"first_ms": float64(first.Microseconds()) / 1000, "rounds": rounds})
	fmt.Print(string(result))
}

func cpuOf(calls int, call func()) float64 {
	start := used()
	for range calls {
		call()
	}
	return (used() - start) / float64(calls)
}

// used returns the process's CPU time in microseconds.
func used() float64 {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1000
}
