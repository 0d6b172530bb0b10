import { packageNames } from "../names.ts";

export type Library = { file: string; install: string };

/** `{{url}}` in the commands is the address of the deployment. */
export function librariesOf(version: string): Readonly<Record<string, Library>> {
  const { slug, npmPackage, pythonPackage, goModule } = packageNames(version);
  const at = "{{url}}/docs/libraries";
  const [go, java] = [`${slug}-go-${version}`, `${slug}-java-${version}`];
  const unpacked = (name: string) => [`FILES=${at}`, `curl -O $FILES/${name}.zip`, `unzip -q ${name}.zip`];
  const lines = (...all: string[]) => all.join("\n");
  const [tarball, wheel] = [`${npmPackage}-${version}.tgz`, `${pythonPackage}-${version}-py3-none-any.whl`];
  return {
    typescript: { file: tarball, install: `npm install ${at}/${tarball}` },
    python: { file: wheel, install: `pip install ${at}/${wheel}` },
    go: {
      file: `${go}.zip`,
      install: lines(
        ...unpacked(go),
        `go mod edit -require ${goModule}@v${version}`,
        `go mod edit -replace ${goModule}=./${go}`,
      ),
    },
    java: { file: `${java}.zip`, install: lines(...unpacked(java), `mvn --file ${java} --quiet install`) },
  };
}
