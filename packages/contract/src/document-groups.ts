/** The documents of a patient. Without schemas: dashboards show them. */
export const documentGroups = ['attestation', 'processing', 'storage'] as const
export type DocumentGroup = (typeof documentGroups)[number]

export const documentNames: Record<DocumentGroup, string> = {
  attestation: 'Screening Questionnaire and Attestation',
  processing: 'Official Processing',
  storage: 'Official Storage Agreement',
}
