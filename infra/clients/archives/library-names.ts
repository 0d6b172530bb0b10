import { packageNames } from "../names.ts";

export type Library = { file: string; install: string };

/**
 * `{{url}}` in the commands is the address of the deployment. They run in an empty folder, and the last one
 * runs a sample in the file that the comment names.
 */
export function librariesOf(version: string): Readonly<Record<string, Library>> {
  const { slug, npmPackage, pythonPackage, goModule } = packageNames(version);
  const at = "{{url}}/docs/libraries";
  const java = `${slug}-java-${version}`;
  const lines = (...commands: string[]) => commands.join("\n");
  const [tarball, wheel] = [`${npmPackage}-${version}.tgz`, `${pythonPackage}-${version}-py3-none-any.whl`];
  return {
    typescript: {
      file: tarball,
      install: lines(
        "npm init -y && npm pkg set type=module",
        `npm install ${at}/${tarball}`,
        save("sample.ts", " with Node 22.18 or newer"),
        "node sample.ts",
      ),
    },
    python: {
      file: wheel,
      install: lines(
        "python3 -m venv .venv && . .venv/bin/activate",
        `pip install ${at}/${wheel}`,
        save("sample.py"),
        "python sample.py",
      ),
    },
    go: {
      file: `go/${goModule}/@v/v${version}.zip`,
      install: lines(
        "go mod init example",
        `GOPROXY=${at}/go GONOSUMDB=${goModule} go get ${goModule}@v${version}`,
        save("main.go"),
        "go run .",
      ),
    },
    java: {
      file: `${java}.tar.gz`,
      install: lines(
        `curl ${at}/${java}.tar.gz | tar xz`,
        `mvn --file ${java} --quiet install dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=target`,
        save("Sample.java"),
        `java -cp "${java}/target/*" Sample.java`,
      ),
    },
  };
}

const save = (file: string, how = "") => `# Save a sample as ${file}, then run it${how}:`;
