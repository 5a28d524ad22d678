import { Suspense } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { answerProof, useProofAsked } from '#web/lib/session/ask-proof.ts'
import { PartBoundary } from '#web/ui/layout/part-boundary.tsx'

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx').then((module) => module.ProofDialog))

/** Rendered once, around all screens of a signed-in user. The dialog is loaded when it is asked for. */
export function ProofHost() {
  const asked = useProofAsked()
  return (
    <PartBoundary open={asked} onFail={() => answerProof(false)}>
      <Suspense fallback={null}>{asked && <ProofDialog />}</Suspense>
    </PartBoundary>
  )
}
