import { Text, Title, type TitleProps } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface Props extends TitleProps {
  /** One sentence below the title. */
  lead: ReactNode
  /** The lead says a result. */
  isResult?: boolean
  tabIndex?: number
  ref?: Ref<HTMLHeadingElement>
}

/** The heading of a page for guests. */
export const GuestTitle = ({ lead, isResult, ...title }: Props) => (
  <div>
    <Title order={1} fz="1.625rem" lts="-0.02em" {...title} />
    <Text c="dimmed" mt={4} role={isResult ? 'status' : undefined}>
      {lead}
    </Text>
  </div>
)
