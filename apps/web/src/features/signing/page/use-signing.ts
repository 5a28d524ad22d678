/** The data of one signing session. Every call names the session by its secret; the portal's own session is not sent. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SigningDocument } from '@vialdesk/contract/documents/signing'
import { useEffect, useMemo } from 'react'
import type { Input } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { request } from '#web/lib/api/request.ts'

/** Milliseconds between two looks at a document that is being sealed. The pause grows, because sealing may wait for others. */
const sealPause = (looks: number) => Math.min(1500 * 1.3 ** looks, 15_000)

export const isBeingSealed = ({ state, status, sealed }: SigningDocument) => state === 'signed' && status === 'Pending' && !sealed

const keyOf = (secret: string) => ['signing', secret] as const

/** The document, asked again while it is being sealed. */
export const useSigningDocument = (secret: string) =>
  useQuery({
    queryKey: keyOf(secret),
    queryFn: ({ signal }) => request('POST /api/v1/signing/open/', { body: { session: secret }, asGuest: true }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => {
      const { data } = state
      return data && isBeingSealed(data) && !data.others_pending ? sealPause(state.dataUpdateCount) : false
    },
  })

type ChangingCall =
  | 'POST /api/v1/signing/consent/'
  | 'POST /api/v1/signing/withdraw-consent/'
  | 'POST /api/v1/signing/finish/'
  | 'POST /api/v1/signing/decline/'

type BodyOf<A extends ChangingCall> = Input<A> extends { body: infer Body } ? Omit<Body, 'session'> : never

/** A change of the document. Its answer is the new state. */
export function useSigningChange<A extends ChangingCall>(secret: string, key: A) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<A>) => request(key, { body: { ...body, session: secret }, asGuest: true }),
    meta: { handlesErrors: true, keepsScreen: true },
    onSuccess: (document) => client.setQueryData(keyOf(secret), document),
  })
}

export interface LoadedPdf {
  bytes: Uint8Array
  content: Blob
  name: string
  /** Returned with the consent: it proves that the file arrived. */
  proof: string
}

/** The PDF of the session: what is to be signed, or, when `sealed`, the sealed file. */
export const useSigningPdf = (secret: string, sealed: boolean) =>
  useQuery({
    queryKey: ['signing-pdf', secret, sealed],
    queryFn: async ({ signal }): Promise<LoadedPdf> => {
      const body = { session: secret }
      const { content, name, headers } = await download(
        'POST /api/v1/signing/pdf/',
        { body },
        { signal, onBytes: () => {}, asGuest: true },
      )
      const bytes = new Uint8Array(await content.arrayBuffer())
      return { bytes, content, name, proof: headers.get('x-document-proof') ?? '' }
    },
    staleTime: 'static',
    retry: 2,
  })

/** The secret is in the fragment, so it reaches no server log. It stays there: the frame may be reloaded. */
export function useSessionSecret(): string {
  const secret = useMemo(() => location.hash.slice(1), [])
  useEffect(() => {
    // Another link in the same frame changes the fragment only.
    const reload = () => location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])
  return secret
}
