import { Sentence } from './Sentence.tsx'

/** Draws `/401`: the sentence of docs/spec/messages.md#errors, and whom to ask. */
const NoRight = () => <Sentence text="没有权限进行操作" hint="需要的话，请本单位的管理员在角色管理里授权。" />
export default NoRight
