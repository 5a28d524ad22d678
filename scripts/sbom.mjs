/** Prints the bill of materials: `npm run -s sbom > vialdesk.cdx.json`. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBom } from './shipped-packages.mjs'

console.log(JSON.stringify(readBom(path.dirname(path.dirname(fileURLToPath(import.meta.url)))), null, 2))
