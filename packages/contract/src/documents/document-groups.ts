/** The documents of a patient. Without schemas: dashboards show them. */
export const documentGroups = ['attestation', 'processing', 'storage'] as const
export type DocumentGroup = (typeof documentGroups)[number]

export const documentNames: Record<DocumentGroup, string> = {
  attestation: 'Screening Questionnaire and Attestation',
  processing: 'Official Processing',
  storage: 'Official Storage Agreement',
}

/** A value for each group. */
export const byGroup = <Value>(make: (group: DocumentGroup) => Value) =>
  Object.fromEntries(documentGroups.map((group) => [group, make(group)])) as Record<DocumentGroup, Value>
