import { TagsInput } from '@mantine/core'
import { type ScreenAccess, screenAccess } from '@vialdesk/contract/screens'
import type { ReactNode } from 'react'

/** The pages with the button of the Resource Center. */
const pages = Object.entries<ScreenAccess>(screenAccess).flatMap(([path, { openTo }]) => (openTo === 'guest' ? [] : [path]))

interface Props {
  value: string[]
  onChange: (urls: string[]) => void
  error: ReactNode
  /** The path of the first wrong tag, for the error summary of the form. */
  'data-path': string
}

/** The pages on which an asset is suggested, as tags. */
export function SectionTags({ value, ...rest }: Props) {
  return (
    <TagsInput
      {...rest}
      label="Resource sections"
      description="Pages that suggest this asset. Type a path such as /dashboard and press Enter."
      placeholder={value.length === 0 ? '/dashboard' : undefined}
      data={pages}
      value={value}
      splitChars={[]}
      limit={20}
      maxTags={50}
      maxLength={200}
      withScrollArea={false}
      openOnFocus={false}
      comboboxProps={{ shadow: 'md' }}
      // Enter in a blank field must not send the form.
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.value.trim() === '' && event.preventDefault()}
    />
  )
}
