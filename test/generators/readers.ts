/**
 * Programs that read `sent.json` with a generated client. They print a line for each body that the client
 * refuses, and then the number of bodies.
 */
export const pythonReader = `
import importlib, json

models = importlib.import_module("client.models")
by_name = {name.lower(): model for name, model in vars(models).items() if hasattr(model, "from_dict")}
bodies = json.load(open("sent.json"))
for one in bodies:
    try:
        by_name[one["schema"].lower()].from_dict(one["body"])
    except Exception as fault:
        print(one["operation"], one["schema"], repr(fault).replace("\\n", " "))
print("read", len(bodies))
`;

export const goReader = (schemas: readonly string[]): string => `
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"generated/client"
)

var models = map[string]func() any{
${schemas.map((name) => `	"${name}": func() any { return new(client.${name}) },`).join("\n")}
}

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
`;

export const javaReader = `
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;

public class Read {
  public static void main(String[] args) throws Exception {
    JsonArray bodies = JsonParser.parseString(Files.readString(Path.of("sent.json"))).getAsJsonArray();
    for (JsonElement element : bodies) {
      JsonObject one = element.getAsJsonObject();
      String schema = one.get("schema").getAsString();
      Class<?> model = Class.forName("org.openapitools.client.model." + schema);
      try {
        model.getMethod("fromJson", String.class).invoke(null, one.get("body").toString());
      } catch (InvocationTargetException fault) {
        String reason = String.valueOf(fault.getCause()).replace('\\n', ' ');
        System.out.println(one.get("operation").getAsString() + " " + schema + " " + reason);
      }
    }
    System.out.println("read " + bodies.size());
  }
}
`;
