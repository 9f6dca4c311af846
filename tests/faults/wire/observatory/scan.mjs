// Grades what a server sends: node scan.mjs PACKAGE HTTP_PORT HTTPS_PORT prints the result as JSON.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, httpPort, httpsPort] = process.argv.slice(2);
const { scan } = await import(pathToFileURL(path.resolve(folder, "src/index.js")));
const result = await scan("localhost", { httpPort: Number(httpPort), httpsPort: Number(httpsPort) });
console.log(JSON.stringify(result));
