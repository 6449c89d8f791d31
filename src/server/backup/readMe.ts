/** Holds the text that is seen first when the archive is opened by hand. */
export const readMe = `智慧校园学校平台的备份

恢复：把 DATA_DIR 指向一个空的目录，运行 npm run restore 文件名
检查：npm run verify 文件名

这是一个普通的 tar 文件：
  manifest.json          内容清单：版本、时间、每个表和文件的 SHA-256
  secret.key             加密证件号的密钥，请妥善保管
  tables/表名/000001.gz  表里的行，PostgreSQL 的 COPY 文本格式，分段压缩：cat tables/emp/*.gz | gunzip
  files/企业/编号        上传的文件
  SHA256                 以上全部字节的校验值

Backup of campus-office, an ordinary tar file: rows as PostgreSQL COPY text in compressed parts, files as they were uploaded.
`
