import type { S3Address } from './s3-address.js';
import { S3Failure } from './s3-client.js';

const FORBIDDEN =
  'is forbidden: the credentials must allow s3:GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListBucket and ListBucketMultipartUploads';
const UNKNOWN_CREDENTIALS =
  'does not know the credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or where else the AWS SDK finds them';
const ELSEWHERE = 'is in another region: give region=';

/** Reasons by the error code of S3 or the SDK. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'does not exist: cartload makes no buckets',
  AccessDenied: FORBIDDEN,
  Forbidden: FORBIDDEN,
  InvalidAccessKeyId: UNKNOWN_CREDENTIALS,
  SignatureDoesNotMatch: UNKNOWN_CREDENTIALS,
  ExpiredToken: UNKNOWN_CREDENTIALS,
  InvalidToken: UNKNOWN_CREDENTIALS,
  PermanentRedirect: ELSEWHERE,
  AuthorizationHeaderMalformed: ELSEWHERE,
  IllegalLocationConstraintException: ELSEWHERE,
  CredentialsProviderError: 'needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
};

/** One line that says why a store is unusable and what would help. */
export function reasonOfFailedStart({ bucket, endpoint, region }: S3Address, error: unknown): string {
  const where = [endpoint === null ? '' : ` at ${endpoint}`, region === null ? '' : ` in ${region}`].join('');
  const reason = error instanceof S3Failure ? REASONS[error.reason] : undefined;
  if (reason !== undefined) return `BLOB_URL: the bucket ${bucket}${where} ${reason}`;
  const { message } = error as Error;
  if (/region is missing/i.test(message))
    return `BLOB_URL: the bucket ${bucket} needs a region: give region= or set AWS_REGION`;
  return `BLOB_URL: the bucket ${bucket}${where} cannot be used: ${message}`;
}
