package {{goPackage}}

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"regexp"
	"strings"
	"time"
)

var (
	safeURL    = regexp.MustCompile(`^(https://|http://(localhost|127\.0\.0\.1|\[::1\])(:|/|$))[^?#\s]*$`)
	headerName = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
	// Only the HTTP client may set them: another value would move the end of a request.
	reserved   = regexp.MustCompile(`(?i)^(connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$`)
	asciiText  = regexp.MustCompile(`^[\t -~]*$`)
	visible    = regexp.MustCompile(`^[!-~]+$`)
	safeID     = regexp.MustCompile(`^[0-9A-Za-z_.~-]+$`)
	notUTF8    = regexp.MustCompile(`(^|[^\\])(\\\\)*\\ufffd`)
	visibleKey = regexp.MustCompile(`^[!-~]{1,255}$`)
)

// checkedURL refuses addresses that would send a key unencrypted, except within this machine.
func checkedURL(baseURL string) (string, error) {
	if !safeURL.MatchString(baseURL) {
		return "", wrongArgument("the base URL must start with https://, except on this machine, and have no query or fragment")
	}
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.User != nil || parsed.Host == "" {
		return "", wrongArgument("the base URL must have a host, and no user or password")
	}
	return strings.TrimRight(baseURL, "/"), nil
}

// headerOf copies headers under their canonical names, so that a name has one value.
func headerOf(given http.Header) (http.Header, error) {
	header := http.Header{}
	for name, values := range given {
		if !headerName.MatchString(name) || reserved.MatchString(name) {
			return nil, wrongArgument("the header %q cannot be set", name)
		}
		for _, value := range values {
			if !asciiText.MatchString(value) {
				return nil, wrongArgument("the value of the header %s must have ASCII characters only", name)
			}
			header[textproto.CanonicalMIMEHeaderKey(name)] = []string{value}
		}
	}
	return header, nil
}

// oneKey returns the one key of a call, or none. It can be given in several places.
func oneKey(given *string, header http.Header, body []byte) (*string, error) {
	var own struct {
		Key *string `json:"idempotency_key"`
	}
	_ = json.Unmarshal(body, &own)
	var key *string
	places := []*string{given, own.Key}
	if values, isSet := header["Idempotency-Key"]; isSet {
		places = append(places, &values[0])
	}
	for _, each := range places {
		if each != nil && key != nil && *each != *key {
			return nil, wrongArgument("the call has two different idempotency keys")
		}
		if each != nil {
			key = each
		}
	}
	if key != nil && !visibleKey.MatchString(*key) {
		return nil, wrongArgument("an idempotency key must have 1 to 255 visible ASCII characters")
	}
	return key, nil
}

// pathOf puts ids into a path. A gateway decodes a path before it routes: a slash would reach another operation.
func pathOf(path string, ids []string) (string, error) {
	for _, id := range ids {
		if !safeID.MatchString(id) || id == "." || id == ".." {
			return "", wrongArgument("the id %q of %s must be letters, digits, _, -, . or ~", id, path)
		}
		path = strings.Replace(path, "{}", id, 1)
	}
	return path, nil
}

func (s settings) check() error {
	for name, limit := range map[string]time.Duration{"timeout": s.timeout, "call timeout": s.callTimeout} {
		if limit <= 0 {
			return wrongArgument("the %s must be above 0", name)
		}
	}
	if s.maxRetries < 0 || s.maxBytes < 0 || s.httpClient == nil {
		return wrongArgument("a number of retries or bytes must not be below 0, and the HTTP client must not be nil")
	}
	return nil
}

// jsonOf refuses what JSON has no words for. The writer of JSON replaces bytes that are no UTF-8.
func jsonOf(value any) ([]byte, error) {
	data, err := json.Marshal(value)
	if err == nil && notUTF8.Match(data) {
		err = errors.New("a text is no UTF-8")
	}
	if err != nil {
		return nil, wrongArgument("the request cannot be written as JSON: %v", err)
	}
	return data, nil
}

// queryOf writes maps as name[key]=value.
func queryOf(p plan) (url.Values, error) {
	fields, values := map[string]any{}, url.Values{}
	data, err := jsonOf(p.query)
	if err != nil {
		return nil, err
	}
	reader := json.NewDecoder(bytes.NewReader(data))
	reader.UseNumber()
	_ = reader.Decode(&fields)
	for name, value := range fields {
		if pairs, isMap := value.(map[string]any); isMap {
			for key, each := range pairs {
				values.Set(name+"["+key+"]", fmt.Sprint(each))
			}
			continue
		}
		values.Set(name, fmt.Sprint(value))
	}
	for name, value := range p.fixed {
		values.Set(name, value)
	}
	return values, nil
}
