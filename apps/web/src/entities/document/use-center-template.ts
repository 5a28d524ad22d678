/** Makes a center's own template from the attestation that it signed. The seal of the attestation is not needed. */
import { useMutation } from '@tanstack/react-query'
import type { Input } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { MARKER_POLL_MS, MAX_POLLS } from './signing-marker.ts'

const MAKE = 'POST /api/v1/documents/harvest-center/attestation/'

const NOT_CONFIRMED = new ApiError(503, {
  code: 'unavailable',
  message: 'The signing service has not confirmed your signature yet. Try again in a moment.',
})

/** The server says when the document is signed: the end of the frame proves nothing. */
async function makeWhenSigned({ body }: Input<typeof MAKE>) {
  const { documentId } = body
  const { signed, status } = await request('POST /api/v1/documents/patient-signed-document/', { body: { documentId } })
  if (!signed && status === 'Pending') throw NOT_CONFIRMED
  return request(MAKE, { body })
}

/** Asks again, every 5 s, while the document is not signed or its file is not ready. */
export function useCenterTemplate() {
  return useMutation({
    mutationFn: makeWhenSigned,
    retry: (failures, error) => failures < MAX_POLLS && error instanceof ApiError && error.code === 'unavailable',
    retryDelay: MARKER_POLL_MS,
    meta: { handlesErrors: true, keepsScreen: true },
  })
}
