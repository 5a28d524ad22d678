/**
 * The portal's own signing engine: templates and documents are in the portal's tables, and the pages of the editor and of
 * signing are the portal's own. The `signing` feature serves these pages and seals what was signed.
 */

import type { SignatureProvider } from '#api/platform/ports/signing.ts'
import { documentMethods } from './embedded/documents.ts'
import { type EngineOptions, openEngine } from './embedded/engine.ts'
import { templateMethods } from './embedded/templates.ts'

export function embeddedSigning(options: EngineOptions): SignatureProvider {
  const engine = openEngine(options)
  return {
    name: 'embedded',
    ...templateMethods(engine),
    ...documentMethods(engine),
    testConnection: ({ domainId }) => engine.query(domainId, async () => {}),
  }
}
