import { lazy, Suspense } from 'react'
import { useProofAsked } from '#web/lib/session/ask-proof.ts'

const ProofDialog = lazy(() => import('./proof-dialog.tsx').then(({ ProofDialog: shown }) => ({ default: shown })))

/** Rendered once, around all screens of a signed-in user. The dialog is loaded when it is asked for. */
export function ProofHost() {
  return useProofAsked() ? (
    <Suspense fallback={null}>
      <ProofDialog />
    </Suspense>
  ) : null
}
