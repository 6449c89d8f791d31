import { CircleQuestionMark } from 'lucide-react'
import { Button } from 'antd'

/** Returns the address of the manual's section about a module or portal; its index where the page belongs to none. */
export const manualOf = (section: string | undefined) => (section ? `/manual/about/${section}` : '/manual/')

/** Opens the manual at an address of `manualOf`, in a tab of its own. */
export const HelpLink = ({ to }: { to: string }) => (
  <Button type="text" icon={<CircleQuestionMark />} aria-label="帮助" title="帮助" href={to} target="_blank" />
)
