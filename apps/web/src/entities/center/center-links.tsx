import type { ReactNode } from 'react'
import { UserLink } from '#web/entities/user/user-link.tsx'

interface Props {
  centers: { id: number; company: string }[]
}

/** The companies of centers in one line, each with a link to its page; a dash without one. */
export function centerLinks(centers: Props['centers']): ReactNode {
  const named = centers.filter(({ company }) => company)
  if (named.length === 0) return '—'
  return named.map(({ id, company }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <UserLink id={id} name={company} />
    </span>
  ))
}

export const CenterLinks = ({ centers }: Props) => centerLinks(centers)
