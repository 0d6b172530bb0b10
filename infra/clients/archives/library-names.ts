import { packageNames } from "../names.ts";

export type Library = { file: string; install: string };

/**
 * `{{url}}` in the commands is the address of the deployment. They run in an empty folder, and the last one
 * runs a sample in the file that the comment names.
 */
export function librariesOf(version: string): Readonly<Record<string, Library>> {
  const { slug, npmPackage, pythonPackage, goModule, javaGroup = "" } = packageNames(version);
  const at = "{{url}}/docs/libraries";
  const java = `${slug}-java-${version}`;
  const lines = (...commands: string[]) => commands.join("\n");
  const tarball = `${npmPackage}-${version}.tgz`;
  const wheel = `${pythonPackage}-${version}-py3-none-any.whl`;
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
    java: process.env.JAVA_JAR
      ? jarIn(at, `${javaGroup}:${slug}:${version}`)
      : {
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

/** In the layout of a Maven repository. Maven keeps a copy in `~/.m2`, beside those of its dependencies. */
function jarIn(at: string, artifact: string): Library {
  const [group = "", name, version] = artifact.split(":");
  const file = `maven/${group.replaceAll(".", "/")}/${name}/${version}/${name}-${version}.jar`;
  const get = `mvn --quiet dependency:get -DremoteRepositories=${at}/maven -Dartifact=${artifact}`;
  const run = `java -cp "$(find ~/.m2 -name 'gson-2*.jar' -o -name ${name}-${version}.jar | paste -sd:)" Sample.java`;
  return { file, install: [get, save("Sample.java"), run].join("\n") };
}

const save = (file: string, how = "") => `# Save a sample as ${file}, then run it${how}:`;
