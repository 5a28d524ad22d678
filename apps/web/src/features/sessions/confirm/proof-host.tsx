import { Suspense } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { useProofAsked } from '#web/lib/session/ask-proof.ts'

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx').then((module) => module.ProofDialog))

/** Rendered once, around all screens of a signed-in user. The dialog is loaded when it is asked for. */
export function ProofHost() {
  return useProofAsked() ? (
    <Suspense fallback={null}>
      <ProofDialog />
    </Suspense>
  ) : null
}
