import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'

/** Opens the manual at an address of `helpFor`, in a tab of its own. */
export const HelpLink = ({ to }: { to: string }) => (
  <Button type="text" icon={<QuestionCircleOutlined />} aria-label="帮助" title="帮助" href={to} target="_blank" />
)
