/** The companies of centers in one line; blank without a company. */
export const companyNames = (centers: { company: string }[]) =>
  centers
    .map(({ company }) => company)
    .filter(Boolean)
    .join(', ')
