/** Describes a line of the comparison: its title, its columns, and the dictionary of its value. */
type Part = { title: string; columns: readonly string[]; dictionary?: string }

const plain = (field: string, title: string, dictionary?: string): Part => ({
  title,
  columns: [field],
  ...(dictionary && { dictionary }),
})

/** Defines the facts of a student, in the order of the page. Class and state go together, as a number and its hash do. */
export const studentParts = {
  stuName: plain('stuName', '姓名'),
  unitNo: { title: '班级和状态', columns: ['unitNo', 'stt', 'lvDt', 'lvRsn'] },
  stdyNo: plain('stdyNo', '学号'),
  idNo: { title: '身份证号', columns: ['idNo', 'idNoHash'] },
  sex: plain('sex', '性别', 'SEX'),
  brth: plain('brth', '出生日期'),
  authTel: { title: '认证手机', columns: ['authTel', 'authFlag'] },
  wts: plain('wts', '标签'),
  cardPht: plain('cardPht', '证件照'),
  facePht: plain('facePht', '人脸照'),
  rem: plain('rem', '备注'),
} satisfies Record<string, Part>

/** Defines those of the archive. */
export const archiveParts = {
  unfStuNo: { title: '全国学籍号', columns: ['unfStuNo', 'unfStuNoHash'] },
  ntnl: plain('ntnl', '民族', 'NTNL'),
  nation: plain('nation', '国籍/地区', 'NATION'),
  pltc: plain('pltc', '政治面貌', 'PLTC'),
  np: { title: '籍贯', columns: ['npPrvn', 'npCity'] },
  adr: { title: '现住址', columns: ['prvn', 'city', 'dstr', 'chdDstr', 'adr', 'areaCode'] },
  manChr: plain('manChr', '性格特点'),
  hobby: plain('hobby', '爱好特长'),
  email: plain('email', '邮箱'),
  qq: plain('qq', 'QQ号'),
  vx: plain('vx', '微信号'),
} satisfies Record<string, Part>

export type MergedStudentField = keyof typeof studentParts
export type MergedArchiveField = keyof typeof archiveParts
export type MergeField = MergedStudentField | MergedArchiveField

export const mergeParts: Record<MergeField, Part> = { ...studentParts, ...archiveParts }
export const mergeFields = Object.keys(mergeParts) as MergeField[]
