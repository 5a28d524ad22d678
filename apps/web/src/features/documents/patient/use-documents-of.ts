import { useQuery } from '@tanstack/react-query'
import { whileInProgress } from '#web/entities/document/document-status-badge.tsx'
import { apiQuery } from '#web/lib/api/api.ts'

/** A patient's documents by group. */
export const useDocumentsOf = (patient: number) =>
  useQuery({
    ...apiQuery('GET /api/v1/documents/list/{id}/', { params: { id: patient } }),
    refetchInterval: ({ state: { data } }) => whileInProgress(data && [...data.attestation, ...data.processing, ...data.storage]),
  })
