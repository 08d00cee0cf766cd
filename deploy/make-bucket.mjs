// Creates the bucket of compose.yaml where it is missing, and fails as long as that fails.
import { readFileSync } from 'node:fs';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const { S3_ENDPOINT: endpoint, S3_BUCKET: Bucket, SECRETS = '/run/secrets' } = process.env;
const read = (name) => readFileSync(`${SECRETS}/${name}`, 'utf8').trim();
const s3 = new S3Client({
  endpoint,
  region: 'us-east-1',
  forcePathStyle: true,
  maxAttempts: 1,
  credentials: { accessKeyId: read('s3_access_key_id'), secretAccessKey: read('s3_secret_access_key') },
});
const refusal = await s3.send(new CreateBucketCommand({ Bucket })).catch((error) => error);
try {
  await s3.send(new HeadBucketCommand({ Bucket }));
} catch (error) {
  console.error(`cannot create the bucket ${Bucket} at ${endpoint}: ${refusal.message ?? error.message}`);
  process.exitCode = 1;
}
